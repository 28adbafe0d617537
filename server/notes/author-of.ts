import type { Ctx } from '../platform/context.ts'

/** The author: the name stays with the note after the user is gone. */
export const authorOf = ({ actor }: Ctx): { id: string; name: string } =>
  actor.type === 'user' ? { id: actor.id, name: actor.name } : { id: actor.type, name: actor.type }
