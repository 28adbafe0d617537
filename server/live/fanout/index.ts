import { Channels } from './channels.ts'
import { Fanout } from './fanout.ts'
import { type LiveLogin, type LiveServer, startLiveServer } from './live-server.ts'

export { Channels, Fanout, type LiveLogin, type LiveServer, startLiveServer }
