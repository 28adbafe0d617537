export {
  askIn,
  askOf,
  holdArchive,
  removeFilesOfDevices,
  type Stretch,
  selectFilesOfDays,
} from './archive.sql.ts'
export { type Archive, createArchive } from './read-archive.ts'
export { tendArchive } from './tend-archive.ts'
