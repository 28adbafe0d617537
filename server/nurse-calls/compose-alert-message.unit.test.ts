import { type NotificationKind, notificationKinds } from '@eupnea/contract/notification-kinds.ts'
import { expect, it } from 'vitest'
import { fieldsOf } from '../../tests/kit/nurse-call.ts'
import { composeAlertMessage, composeHeartbeat } from './compose-alert-message.ts'

const at = '2026-11-29T03:00:00Z'
const sent = { controlId: 'c1', profile: 'p' }
const typeOf = (kind: NotificationKind) => {
  const data = { id: 'n1', kind, severity: 'warning', clinic: 'Maple', floor: '2', room: '204', title: 'x', rr: null }
  const alert = { type: 'notification.raised', timestamp: at, data: { ...data, raised_at: at } }
  return fieldsOf(composeAlertMessage(alert as never, null, sent), 'OBX', 5).at(-1)
}

it('says what is physiological, what is technical and what is advice [EH-5]', () => {
  const types = Object.groupBy(notificationKinds, (kind) => typeOf(kind)!)
  expect(types.SP?.toSorted()).toEqual(['episode', 'no_breathing', 'trend'])
  expect(types.ST?.toSorted()).toEqual(['clock', 'malformed', 'monitoring', 'silent', 'stuck', 'system'])
  expect(types.SA?.toSorted()).toEqual(['back_early', 'bed_mismatch', 'out_of_bed', 'still_in_bed'])
})

it('says when the next heartbeat is due, where any is [EH-5]', () => {
  expect(fieldsOf(composeHeartbeat(sent, 'Maple', 30), 'OBX', 5)).toEqual(['heartbeat', '30'])
  expect(fieldsOf(composeHeartbeat(sent, 'Maple', 0), 'OBX', 5)).toEqual(['heartbeat'])
})
