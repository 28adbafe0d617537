export { keyFileName, readKeyFile, writeKeyFile } from './key-file.ts'
export { keyFileOf, keyState, openSecretKey, readPresentKey } from './open-secret-key.ts'
export { rotateSecretKey } from './rotate-secret-key.ts'
