//! Tables as Apache Parquet: whole numbers INT64 (also without sign), numbers DOUBLE, words UTF-8; what does not exist is null.

use super::{Column, ColumnKind};
use parquet::basic::{LogicalType, Repetition, Type as PhysicalType};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::{Type, TypePtr};
use std::io::{Result, Write};
use std::sync::Arc;

/// Rows that are in memory at a time.
const GROUP: usize = 65_536;

/// One value.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// It does not exist.
    Missing,
    /// A whole number.
    Whole(i64),
    /// A whole number without sign.
    Unsigned(u64),
    /// A number.
    Number(f64),
    /// A word.
    Text(String),
}

impl Cell {
    /// What a text is in a column of this kind; what cannot be read does not exist.
    pub fn read(text: &str, kind: ColumnKind) -> Self {
        match kind {
            ColumnKind::Whole => text.parse().map_or(Self::Missing, Self::Whole),
            ColumnKind::Unsigned => text.parse().map_or(Self::Missing, Self::Unsigned),
            ColumnKind::Number => text.parse().map_or(Self::Missing, Self::Number),
            ColumnKind::Text if text.is_empty() => Self::Missing,
            ColumnKind::Text => Self::Text(text.to_string()),
        }
    }
}

/// Writes rows of a table; the file is complete when it is finished.
pub struct ParquetWriter<W: Write + Send> {
    file: SerializedFileWriter<W>,
    kinds: Vec<ColumnKind>,
    rows: Vec<Vec<Cell>>,
}

impl<W: Write + Send> ParquetWriter<W> {
    /// Begins a file; `name` is that of its schema.
    pub fn new(sink: W, name: &str, columns: &[Column]) -> Result<Self> {
        let properties = Arc::new(WriterProperties::builder().build());
        let file = SerializedFileWriter::new(sink, schema(name, columns)?, properties)?;
        Ok(Self { file, kinds: columns.iter().map(|column| column.kind).collect(), rows: Vec::new() })
    }

    /// Adds a row, with a cell for each column.
    pub fn row(&mut self, cells: Vec<Cell>) -> Result<()> {
        self.rows.push(cells);
        if self.rows.len() < GROUP { Ok(()) } else { self.write_group() }
    }

    /// Completes the file.
    pub fn finish(mut self) -> Result<W> {
        if !self.rows.is_empty() {
            self.write_group()?;
        }
        Ok(self.file.into_inner()?)
    }

    fn write_group(&mut self) -> Result<()> {
        let mut group = self.file.next_row_group()?;
        let mut kinds = self.kinds.iter().enumerate();
        while let (Some(mut writer), Some((index, kind))) = (group.next_column()?, kinds.next()) {
            let cells = self.rows.iter().map(|row| &row[index]);
            match kind {
                ColumnKind::Whole | ColumnKind::Unsigned => write_column::<Int64Type>(&mut writer, cells, whole)?,
                ColumnKind::Number => write_column::<DoubleType>(&mut writer, cells, number)?,
                ColumnKind::Text => write_column::<ByteArrayType>(&mut writer, cells, text)?,
            }
            writer.close()?;
        }
        group.close()?;
        self.rows.clear();
        Ok(())
    }
}

fn schema(name: &str, columns: &[Column]) -> Result<TypePtr> {
    let fields: parquet::errors::Result<Vec<TypePtr>> = columns.iter().map(field).collect();
    Ok(Arc::new(Type::group_type_builder(name).with_fields(fields?).build()?))
}

fn field(column: &Column) -> parquet::errors::Result<TypePtr> {
    let (physical, logical) = match column.kind {
        ColumnKind::Whole => (PhysicalType::INT64, None),
        ColumnKind::Unsigned => (PhysicalType::INT64, Some(LogicalType::integer(64, false))),
        ColumnKind::Number => (PhysicalType::DOUBLE, None),
        ColumnKind::Text => (PhysicalType::BYTE_ARRAY, Some(LogicalType::String)),
    };
    let builder = Type::primitive_type_builder(&column.name, physical).with_logical_type(logical);
    builder.with_repetition(Repetition::OPTIONAL).build().map(Arc::new)
}

fn whole(cell: &Cell) -> Option<i64> {
    match cell {
        Cell::Whole(value) => Some(*value),
        // The same bits, which the type of the column says how to read.
        Cell::Unsigned(value) => Some(value.cast_signed()),
        Cell::Missing | Cell::Number(_) | Cell::Text(_) => None,
    }
}

fn number(cell: &Cell) -> Option<f64> {
    match cell {
        Cell::Number(value) => Some(*value),
        Cell::Missing | Cell::Whole(_) | Cell::Unsigned(_) | Cell::Text(_) => None,
    }
}

fn text(cell: &Cell) -> Option<ByteArray> {
    match cell {
        Cell::Text(value) => Some(value.as_str().into()),
        Cell::Missing | Cell::Whole(_) | Cell::Unsigned(_) | Cell::Number(_) => None,
    }
}

fn write_column<'a, T: DataType>(
    writer: &mut SerializedColumnWriter<'_>,
    cells: impl Iterator<Item = &'a Cell>,
    read: impl Fn(&Cell) -> Option<T::T>,
) -> Result<()> {
    let values: Vec<Option<T::T>> = cells.map(read).collect();
    let levels: Vec<i16> = values.iter().map(|value| i16::from(value.is_some())).collect();
    let values: Vec<T::T> = values.into_iter().flatten().collect();
    writer.typed::<T>().write_batch(&values, Some(&levels), None)?;
    Ok(())
}
