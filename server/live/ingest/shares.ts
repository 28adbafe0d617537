/**
 * Lets each device have only so many readings in the commits that are under way, so that the commit that everybody
 * waits for stays short however much one device sends (DO-6). The rest waits in the order in which it came.
 */
export interface Shares {
  /** @param work adds the readings to a commit @returns what `work` returns, later if the device has its share already */
  add(device: number, size: number, work: () => Promise<void>): Promise<void>
  /** Adds items part by part, if they are more than the share; the promise is for all of them. */
  addAll<T>(device: number, items: readonly T[], work: (part: readonly T[]) => Promise<void>): Promise<void>
  /** resolves when everything of the device that was added so far is committed or has failed */
  settled(device: number): Promise<void>
}

interface Waiting {
  readonly size: number
  readonly work: () => Promise<void>
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

interface Device {
  underWay: number
  readonly waiting: Waiting[]
  last: Promise<void>
}

/** @param most readings of one device; a message with more goes alone */
export function createShares(most: number): Shares {
  const devices = new Map<number, Device>()

  const run = (no: number, device: Device, size: number, work: () => Promise<void>): Promise<void> => {
    device.underWay += size
    const done = work()
    const leave = () => {
      device.underWay -= size
      goOn(no, device)
    }
    done.then(leave, leave)
    return done
  }
  const fits = ({ underWay }: Device, size: number) => underWay === 0 || underWay + size <= most
  const goOn = (no: number, device: Device) => {
    for (let next = device.waiting[0]; next && fits(device, next.size); next = device.waiting[0]) {
      device.waiting.shift()
      run(no, device, next.size, next.work).then(next.resolve, next.reject)
    }
    if (device.underWay === 0 && device.waiting.length === 0) devices.delete(no)
  }

  const shares: Shares = {
    add(no, size, work) {
      let device = devices.get(no)
      if (!device) {
        device = { underWay: 0, waiting: [], last: Promise.resolve() }
        devices.set(no, device)
      }
      if (device.waiting.length === 0 && fits(device, size)) device.last = run(no, device, size, work)
      else {
        const { promise, resolve, reject } = Promise.withResolvers<void>()
        device.waiting.push({ size, work, resolve, reject })
        device.last = promise
      }
      return device.last
    },
    addAll(no, items, work) {
      if (items.length <= most) return shares.add(no, items.length, () => work(items))
      const parts: Promise<void>[] = []
      for (let at = 0; at < items.length; at += most) {
        const part = items.slice(at, at + most)
        parts.push(shares.add(no, part.length, () => work(part)))
      }
      return Promise.all(parts).then(() => {})
    },
    settled: async (no) => devices.get(no)?.last.catch(() => {}),
  }
  return shares
}
