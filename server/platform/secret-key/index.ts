export { keyFileName, readKeyFile, writeKeyFile } from './key-file.ts'
export { keyFileOf, keyState, openSecretKey, readPresentKey, type SecretKey } from './open-secret-key.ts'
export { rotateSecretKey } from './rotate-secret-key.ts'
