import { m } from '@eupnea/texts'
import { numberText } from '@eupnea/texts/locale.ts'
import { conflict, notFound } from '../platform/errors.ts'
import { receiverKind } from '../receivers/index.ts'
import { addressOf } from './target.ts'

/** Nurse call systems among the systems that hear of notifications (EH-5). */
export const nurseCalls = receiverKind({
  table: 'nurse_calls',
  noun: 'nurse-call',
  most: 5,
  tooMany: (most) => conflict('too_many_nurse_calls', m.nurse_call_too_many({ most: numberText(most) }), 'host'),
  unknown: () => notFound('nurse call'),
  deleted: m.nurse_call_deleted,
  calledOf: (row) => ({ address: addressOf(row) }),
  ownOf: ({ may_be_private: _, silent_since, ...row }) => ({
    ...row,
    silent_since: silent_since?.toString() ?? null,
  }),
})
