import type { Ctx } from '../platform/context.ts'

/** Who writes: the name stays with the note when the user is not any more. */
export const authorOf = ({ actor }: Ctx): { id: string; name: string } =>
  actor.type === 'user' ? { id: actor.id, name: actor.name } : { id: actor.type, name: actor.type }
