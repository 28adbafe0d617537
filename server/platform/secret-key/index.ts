export { keyFileName, readKeyFile, writeKeyFile } from './key-file.ts'
export { keyFileOf, keyState, openSecretKey, readPresentKey, type SecretKey } from './open-secret-key.ts'
export { replaceLostKey, rotateSecretKey } from './rotate-secret-key.ts'
