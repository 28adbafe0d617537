import type { Ctx } from '../platform/context.ts'

/** Who writes a version: the name stays with it when the user is not there any more. */
export const authorOf = ({ actor }: Ctx): { written_by: string; written_name: string } =>
  actor.type === 'user'
    ? { written_by: actor.id, written_name: actor.name }
    : { written_by: actor.type, written_name: actor.type }
