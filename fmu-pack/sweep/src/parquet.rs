//! The results as Apache Parquet: whole numbers INT64, numbers DOUBLE, words UTF-8; what does not exist is null.

use super::{Column, ColumnKind};
use fmu_output::AtomicFile;
use parquet::basic::{LogicalType, Repetition, Type as PhysicalType};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::{Type, TypePtr};
use std::io::Result;
use std::path::Path;
use std::sync::Arc;

/// Rows that are in memory as columns at a time.
const GROUP: usize = 65_536;

/// Writes the cells of all rows.
pub(super) fn write(path: &Path, columns: &[Column], mut rows: impl Iterator<Item = Vec<String>>) -> Result<()> {
    let properties = Arc::new(WriterProperties::builder().build());
    let mut file = SerializedFileWriter::new(AtomicFile::create(path)?, schema(columns)?, properties)?;
    loop {
        let group: Vec<Vec<String>> = rows.by_ref().take(GROUP).collect();
        if group.is_empty() {
            return file.into_inner()?.commit();
        }
        write_group(&mut file, columns, &group)?;
    }
}

fn schema(columns: &[Column]) -> Result<TypePtr> {
    let fields: parquet::errors::Result<Vec<TypePtr>> = columns.iter().map(field).collect();
    Ok(Arc::new(Type::group_type_builder("runs").with_fields(fields?).build()?))
}

fn field(column: &Column) -> parquet::errors::Result<TypePtr> {
    let (physical, logical) = match column.kind {
        ColumnKind::Whole => (PhysicalType::INT64, None),
        ColumnKind::Number => (PhysicalType::DOUBLE, None),
        ColumnKind::Text => (PhysicalType::BYTE_ARRAY, Some(LogicalType::String)),
    };
    let builder = Type::primitive_type_builder(&column.name, physical).with_logical_type(logical);
    builder.with_repetition(Repetition::OPTIONAL).build().map(Arc::new)
}

fn write_group(file: &mut SerializedFileWriter<AtomicFile>, columns: &[Column], rows: &[Vec<String>]) -> Result<()> {
    let mut group = file.next_row_group()?;
    let mut number = 0;
    while let Some(mut writer) = group.next_column()? {
        let cells = rows.iter().map(|row| &*row[number]);
        match columns[number].kind {
            ColumnKind::Whole => write_column::<Int64Type>(&mut writer, cells, |cell| cell.parse().ok())?,
            ColumnKind::Number => write_column::<DoubleType>(&mut writer, cells, |cell| cell.parse().ok())?,
            ColumnKind::Text => write_column::<ByteArrayType>(&mut writer, cells, text)?,
        }
        writer.close()?;
        number += 1;
    }
    group.close()?;
    Ok(())
}

fn text(cell: &str) -> Option<ByteArray> {
    (!cell.is_empty()).then(|| cell.into())
}

fn write_column<'a, T: DataType>(
    writer: &mut SerializedColumnWriter<'_>,
    cells: impl Iterator<Item = &'a str>,
    read: impl Fn(&str) -> Option<T::T>,
) -> Result<()> {
    let values: Vec<Option<T::T>> = cells.map(read).collect();
    let levels: Vec<i16> = values.iter().map(|value| i16::from(value.is_some())).collect();
    let values: Vec<T::T> = values.into_iter().flatten().collect();
    writer.typed::<T>().write_batch(&values, Some(&levels), None)?;
    Ok(())
}
