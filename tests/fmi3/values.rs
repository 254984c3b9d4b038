//! Variables: arrays, Enumerations, time, event indicators, and types of which there are none.

use crate::fmi3::master::{ERROR, Master, OK, Options};
use actuator_fmu::fmi3::*;
use std::ptr::null_mut;

fn servo() -> Master {
    Master::new("ServoActuator", &[], Options::default())
}

#[test]
fn the_elements_of_an_array_but_the_first_are_no_variables() {
    let master = Master::new("MotionTransmission", &[], Options::default());
    let first = master.reference("friction.table.torque[1]");
    let mut value = 0.0;
    let statuses = unsafe {
        [
            fmi3GetFloat64(master.handle, &(first + 1), 1, &mut value, 1),
            fmi3SetFloat64(master.handle, &(first + 1), 1, &0.5, 1),
        ]
    };
    assert_eq!(statuses, [ERROR; 2]);
    let told = format!("value reference {} is unknown: it is inside of the array friction.table.torque", first + 1);
    assert!(master.refusals().iter().all(|message| message.contains(&told)), "{:?}", master.messages());
}

#[test]
fn a_table_is_an_array_that_is_set_and_read_as_a_whole() {
    let master = servo();
    let references = [master.reference("friction.table.torque[1]"), master.reference("inertia")];
    let mut values: Vec<f64> = (0..16).map(|k| 2000.0 - 10.0 * f64::from(k)).collect();
    values.push(12.5);
    assert_eq!(unsafe { fmi3SetFloat64(master.handle, references.as_ptr(), 2, values.as_ptr(), 17) }, OK);
    let mut read = vec![0.0; 17];
    assert_eq!(unsafe { fmi3GetFloat64(master.handle, references.as_ptr(), 2, read.as_mut_ptr(), 17) }, OK);
    assert_eq!(read, values);
    for count in [1, 2, 16, 18] {
        let mut read = vec![0.0; 18];
        let set = unsafe { fmi3SetFloat64(master.handle, references.as_ptr(), 2, read.as_ptr(), count) };
        assert_eq!(set, ERROR, "{count}");
        if count < 17 {
            let got = unsafe { fmi3GetFloat64(master.handle, references.as_ptr(), 2, read.as_mut_ptr(), count) };
            assert_eq!(got, ERROR, "{count}");
        }
    }
    assert_eq!(master.get("inertia"), 12.5);
}

#[test]
fn more_values_than_the_variables_have_are_refused() {
    let master = servo();
    let (reference, mut values) = (master.reference("inertia"), [0.0; 2]);
    assert_eq!(unsafe { fmi3GetFloat64(master.handle, &reference, 1, values.as_mut_ptr(), 2) }, ERROR);
    assert!(
        master
            .messages()
            .pop()
            .unwrap()
            .contains("nValues = 2 is refused: it must be 1, a value for each element of the variables"),
        "{:?}",
        master.messages()
    );
}

#[test]
fn enumerations_are_of_64_bits_and_integers_of_32() {
    let master = servo();
    let (law, count) = (master.reference("friction.law"), master.reference("event_count"));
    let (mut wide, mut narrow) = (0, 0);
    assert_eq!(unsafe { fmi3SetInt64(master.handle, &law, 1, &3, 1) }, OK);
    assert_eq!(unsafe { fmi3GetInt64(master.handle, &law, 1, &mut wide, 1) }, OK);
    assert_eq!(wide, 3);
    assert_eq!(unsafe { fmi3GetInt32(master.handle, &law, 1, &mut narrow, 1) }, ERROR);
    assert_eq!(unsafe { fmi3GetInt64(master.handle, &count, 1, &mut wide, 1) }, ERROR);
    assert_eq!(unsafe { fmi3SetInt64(master.handle, &law, 1, &(1 << 32 | 3), 1) }, ERROR);
    assert_eq!(unsafe { fmi3SetInt64(master.handle, &law, 1, &99, 1) }, ERROR);
    assert_eq!(master.get_item("friction.law"), 3);
    let messages = master.refusals();
    assert!(
        messages[0].contains("friction.law") && messages[0].contains("Enumeration variable, not Int32"),
        "{messages:?}"
    );
    assert!(messages[1].contains("event_count") && messages[1].contains("Int32 variable, not Int64"), "{messages:?}");
}

#[test]
fn time_and_event_indicators_are_variables() {
    let mut master = servo();
    master.initialize();
    assert_eq!(master.step_to(0.25).status, OK);
    assert_eq!(master.get_at(8192), 0.25);
    assert!(master.get_at(12288).is_finite());
    let last = 12288 + master.interface.event_indicators as u32;
    let mut value = 0.0;
    assert_eq!(unsafe { fmi3GetFloat64(master.handle, &(last - 1), 1, &mut value, 1) }, OK);
    assert_eq!(unsafe { fmi3GetFloat64(master.handle, &last, 1, &mut value, 1) }, ERROR);
    assert_eq!(unsafe { fmi3SetFloat64(master.handle, &8192, 1, &value, 1) }, ERROR);
}

#[test]
fn of_other_types_there_are_no_variables() {
    let master = servo();
    let reference = master.reference("inertia");
    assert_eq!(unsafe { fmi3GetFloat32(master.handle, &reference, 1, null_mut(), 1) }, ERROR);
    assert_eq!(unsafe { fmi3GetBoolean(master.handle, &reference, 0, null_mut(), 0) }, OK);
    assert_eq!(unsafe { fmi3SetUInt16(master.handle, &reference, 1, null_mut(), 1) }, ERROR);
    assert_eq!(unsafe { fmi3GetBinary(master.handle, &reference, 1, null_mut(), null_mut(), 1) }, ERROR);
    let messages = master.refusals();
    assert!(messages[0].contains("inertia") && messages[0].contains("Float64 variable, not Float32"), "{messages:?}");
}

#[test]
fn clocks_are_outputs_without_intervals() {
    let master = Master::new("ServoActuator", &[], Options { event_mode: true, ..Options::default() });
    master.initialize();
    assert_eq!(master.clocks(), [false; 3]);
    assert_eq!(unsafe { fmi3SetClock(master.handle, &8193, 1, &1) }, ERROR);
    let mut tick = 9;
    assert_eq!(unsafe { fmi3GetClock(master.handle, &8196, 1, &mut tick) }, ERROR);
    assert_eq!(tick, 9);
    let (mut interval, mut qualifier) = (0.0, 0);
    assert_eq!(unsafe { fmi3GetIntervalDecimal(master.handle, &8193, 1, &mut interval, &mut qualifier) }, ERROR);
}

#[test]
fn a_value_reference_of_nothing_is_refused_and_sets_nothing() {
    let master = Master::new("MotionTransmission", &[], Options::default());
    let before: Vec<u64> = (0..3).map(|reference| master.get_at(reference).to_bits()).collect();
    for reference in [u32::MAX, u32::MAX - 1, 1 << 31, 4095] {
        let mut value = 5.0;
        let statuses = unsafe {
            [
                fmi3SetFloat64(master.handle, &reference, 1, &value, 1),
                fmi3GetFloat64(master.handle, &reference, 1, &mut value, 1),
                fmi3SetInt32(master.handle, &reference, 1, &1, 1),
                fmi3SetInt64(master.handle, &reference, 1, &1, 1),
            ]
        };
        assert_eq!(statuses, [ERROR; 4], "{reference}");
    }
    assert_eq!((0..3).map(|reference| master.get_at(reference).to_bits()).collect::<Vec<_>>(), before);
}
