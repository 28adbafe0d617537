/** A device's display name: its name, or what is printed on it. */
export const deviceName = ({ name, device_uid }: { readonly name: string; readonly device_uid: string }): string =>
  name || device_uid
