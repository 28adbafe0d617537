import type { LiveConnection } from './connection.ts'
import { Frame } from './frame.ts'

/** Which connections receive what: by clinic, by device, and those that receive only device states. */
export class Channels {
  readonly #clinics = new Map<string, Set<LiveConnection>>()
  readonly #devices = new Map<string, Set<LiveConnection>>()
  readonly #admins = new Set<LiveConnection>()

  /** @returns a function that leaves again */
  joinClinic = (clinicId: string, connection: LiveConnection) => join(this.#clinics, clinicId, connection)
  joinDevice = (deviceId: string, connection: LiveConnection) => join(this.#devices, deviceId, connection)

  joinAdmins(connection: LiveConnection): () => void {
    this.#admins.add(connection)
    return () => void this.#admins.delete(connection)
  }

  hasClinic = (clinicId: string): boolean => this.#clinics.has(clinicId)
  hasDevice = (deviceId: string): boolean => this.#devices.has(deviceId)
  get hasDevices(): boolean {
    return this.#devices.size > 0
  }

  ofClinic = (clinicId: string): Iterable<LiveConnection> => this.#clinics.get(clinicId) ?? []
  ofDevice = (deviceId: string): Iterable<LiveConnection> => this.#devices.get(deviceId) ?? []
  get admins(): Iterable<LiveConnection> {
    return this.#admins
  }

  /** Closes every connection that receives anything. */
  close(code: number, reason: string): void {
    for (const connections of [this.#admins, ...this.#clinics.values(), ...this.#devices.values()])
      for (const connection of [...connections]) connection.close(code, reason)
  }

  /** Sends a frame to everyone watching the clinic, and each device's message to those watching that device. */
  deliver(clinicId: string | null, frame: Frame, how: (connection: LiveConnection, frame: Frame) => void): void {
    if (clinicId !== null) for (const connection of this.ofClinic(clinicId)) how(connection, frame)
    if (this.#devices.size === 0) return
    for (const message of frame.messages) {
      const part = new Frame([message])
      for (const connection of this.ofDevice(message.deviceId)) how(connection, part)
    }
  }
}

function join(map: Map<string, Set<LiveConnection>>, key: string, connection: LiveConnection): () => void {
  const members = map.getOrInsertComputed(key, () => new Set()).add(connection)
  return () => {
    members.delete(connection)
    if (members.size === 0 && map.get(key) === members) map.delete(key)
  }
}
