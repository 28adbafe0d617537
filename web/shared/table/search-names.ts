/** Names of searches that are filled from elsewhere (`searchIn`). */

export const devicesSearch = 'devices'
export const roomsOf = (clinicId: string): string => `rooms of ${clinicId}`
