import type { Member } from '@eupnea/contract/members.ts'
import { m } from '@eupnea/texts'
import { recordAuditOfPeople } from '../audit/index.ts'
import { type Ctx, seesAll } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { pageOf, paginationOf } from '../platform/paging.ts'
import { userOf } from '../sessions/index.ts'
import { audited, memberAnswers } from './member-answer.ts'
import { type LinkKind, selectMembers } from './members.sql.ts'

interface ListInput {
  readonly admin_id?: string | undefined
  readonly coach_id?: string | undefined
  readonly name?: string | undefined
  readonly page: number
  readonly page_size: number
}

/**
 * A page of the members that the caller sees. Callers who don't see every member may only filter by their own admin_id
 * and coach_id (ME-1).
 * @throws 404 for someone else's
 */
export async function listMembersOf(
  ctx: Ctx,
  input: ListInput,
  {
    act,
    isActive = false,
    isShared = false,
  }: { act: 'member.list' | 'member.list-active' | 'member.list-shared'; isActive?: boolean; isShared?: boolean },
) {
  const { admin_id, coach_id, name } = input
  const own = seesAll(ctx.actor) ? undefined : userOf(ctx).id
  for (const asked of [admin_id, coach_id])
    if (own !== undefined && asked !== undefined && asked !== own)
      throw notFound('provider', m.common_not_found_title())
  // If one person is given as both, either link counts.
  if (admin_id !== undefined && coach_id !== undefined && admin_id !== coach_id)
    throw notFound('provider', m.common_not_found_title())
  const kinds: LinkKind[] = isShared
    ? ['coach']
    : admin_id !== undefined && coach_id === undefined
      ? ['admin']
      : coach_id !== undefined && admin_id === undefined
        ? ['coach']
        : ['admin', 'coach']
  const provider_id = admin_id ?? coach_id ?? own
  const { rows, ...total } = await selectMembers(
    ctx,
    { kinds, isActive, ...(provider_id !== undefined && { provider_id }), ...(name !== undefined && { name }) },
    pageOf(input),
  )
  const { items, places } = await memberAnswers(ctx, rows)
  await recordAuditOfPeople(
    ctx,
    { act },
    rows.map(({ user_id }) => ({
      ...audited(places.find((place) => place.user_id === user_id)),
      detail: { user_id },
    })),
  )
  return { items: items satisfies Member[], pagination: paginationOf(input, total) }
}
