export {
  askIn,
  askOf,
  holdArchive,
  removeFilesOfDevices,
  type Stretch,
  selectFilesOfDays,
} from './archive.sql.ts'
export { type Columns, columnsFrom } from './columns.ts'
export { isDamaged, type OldMinute, openOldMinutes, reachesBack, readOldMinutesFrom } from './old-minutes.ts'
export { encode, writeParquet } from './parquet.ts'
export { type Archive, createArchive } from './read-archive.ts'
export { tendArchive } from './tend-archive.ts'
