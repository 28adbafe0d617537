/**
 * The library that makes and checks what browsers show for passkeys. Loaded with the first passkey: its certificates and
 * their notation are 300 files, a twentieth of what a start has to load.
 */
export const webauthn = () => import('@simplewebauthn/server')
