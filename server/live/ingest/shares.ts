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
  readonly no: number
  underWay: number
  readonly waiting: Waiting[]
  last: Promise<void>
}

const nothing = Promise.resolve()

/** @param most readings of one device; a message with more goes alone */
export function createShares(most: number): Shares {
  const devices = new Map<number, Device>()
  /** what each device has in a commit: all messages of a commit share its promise, so it is awaited once */
  const commits = new Map<Promise<void>, Map<Device, number>>()

  const run = (device: Device, size: number, work: () => Promise<void>): Promise<void> => {
    const done = work()
    device.underWay += size
    const sizes = commits.get(done)
    if (sizes) sizes.set(device, (sizes.get(device) ?? 0) + size)
    else {
      commits.set(done, new Map([[device, size]]))
      const leave = () => end(done)
      done.then(leave, leave)
    }
    return done
  }
  const end = (done: Promise<void>) => {
    const sizes = commits.get(done)!
    commits.delete(done)
    for (const [device, size] of sizes) {
      device.underWay -= size
      goOn(device)
    }
  }
  const fits = ({ underWay }: Device, size: number) => underWay === 0 || underWay + size <= most
  const goOn = (device: Device) => {
    for (let next = device.waiting[0]; next && fits(device, next.size); next = device.waiting[0]) {
      device.waiting.shift()
      run(device, next.size, next.work).then(next.resolve, next.reject)
    }
    if (device.underWay === 0 && device.waiting.length === 0) devices.delete(device.no)
  }

  const shares: Shares = {
    add(no, size, work) {
      let device = devices.get(no)
      if (!device) {
        device = { no, underWay: 0, waiting: [], last: nothing }
        devices.set(no, device)
      }
      if (device.waiting.length === 0 && fits(device, size)) device.last = run(device, size, work)
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
