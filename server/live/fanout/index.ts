export { Channels } from './channels.ts'
export { Fanout } from './fanout.ts'
export { startLiveServer } from './live-server.ts'
