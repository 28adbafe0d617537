export { keepFile, removeFile } from './keep-file.ts'
export { openFile } from './open-file.ts'
export { type FileRules, receiveFile } from './receive-file.ts'
export { sweepFiles } from './sweep-files.ts'
