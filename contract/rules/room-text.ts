import { m } from '@eupnea/texts'

/** What stands after the word `room` in a sentence: staff name rooms `12`, but also `Room 12`. */
export const bareRoom = (room: string): string => room.replace(/^room\s+(?=\S)/i, '')

export const roomText = (room: string): string => m.common_room({ room: bareRoom(room) })
