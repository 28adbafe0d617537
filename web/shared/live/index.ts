export {
  type ConnectionState,
  connectAdmin,
  connectClinic,
  connectPatient,
  type LiveConnection,
  onReturn,
  takeAccessChange,
} from './connect.ts'
export { type DeviceSlice, isUnheard } from './device-slice.ts'
export { startInvalidation } from './invalidate.ts'
export { liveStore } from './live.ts'
export { useConnection, useDevice } from './use-live.ts'
