export { keyFileName, readKeyFile, writeKeyFile } from './key-file.ts'
export { findKey, keyFileOf, openSecretKey, readSettings } from './open-secret-key.ts'
export { rotateSecretKey } from './rotate-secret-key.ts'
