import { createHash } from 'node:crypto'
import type { Ctx } from '../platform/context.ts'
import {
  type Digest,
  type LinkRow,
  selectDigests,
  selectHash,
  selectHeads,
  selectLinks,
  selectUnexplained,
  selectUnlinked,
} from './chain.sql.ts'

/** What is wrong with an entry, or with a day. */
interface Break {
  readonly kind: 'changed' | 'removed' | 'moved' | 'forged' | 'erased' | 'digest-changed' | 'rewritten' | 'not-outside'
  /** null where it can't be told */
  readonly entry_id: number | null
  /** when and what it was, or which day */
  readonly about: string
}

export interface Verdict {
  readonly links: number
  readonly chains: number
  /** days whose digest has not left the machine */
  readonly unsent: number
  /** the first broken entry comes first; at most `mostBreaks` of each kind of check */
  readonly breaks: readonly Break[]
}

const linksAtOnce = 5_000
const mostBreaks = 100

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/**
 * Checks the whole audit log: that no entry was changed, removed, put elsewhere or added past the chains, and that the
 * chains are those of every digest (DO-3).
 * @param outside digests that were kept outside the machine
 */
export async function verifyAudit(ctx: Ctx, outside: readonly Digest[] = []): Promise<Verdict> {
  const breaks: Break[] = []
  const add = (found: Break) => void (breaks.length < mostBreaks && breaks.push(found))
  const heads = await selectHeads(ctx)
  const links = await verifyChains(ctx, new Map(heads.map((head) => [head.chain, head])), add)
  for (const { id, at, act } of await selectUnlinked(ctx, mostBreaks))
    breaks.push({ kind: 'forged', entry_id: id, about: `${at}, ${act}` })
  for (const { erased, entry_id } of await selectUnexplained(ctx))
    breaks.push({ kind: 'erased', entry_id, about: erased })
  const unsent = await verifyDigests(ctx, outside, (kind, about) => breaks.push({ kind, entry_id: null, about }))
  const order = ({ entry_id }: Break) => entry_id ?? Number.MAX_SAFE_INTEGER
  return { links, chains: heads.length, unsent, breaks: breaks.toSorted((a, b) => order(a) - order(b)) }
}

async function verifyChains(
  ctx: Ctx,
  heads: ReadonlyMap<number, { readonly no: number; readonly hash: string }>,
  add: (found: Break) => void,
): Promise<number> {
  const seen = new Set<number>()
  let last: Pick<LinkRow, 'chain' | 'no' | 'hash' | 'entry_id'> | null = null
  let count = 0
  const end = () => {
    if (!last) return
    const head = heads.get(last.chain)
    seen.add(last.chain)
    if (head?.no !== last.no || head.hash !== last.hash.toString('hex'))
      add({ kind: 'removed', entry_id: null, about: `at the end of chain ${last.chain}, after entry ${last.entry_id}` })
  }
  for (;;) {
    const rows: readonly LinkRow[] = await selectLinks(ctx, last ?? { chain: 0, no: 0 }, linksAtOnce)
    for (const link of rows) {
      if (last && last.chain !== link.chain) {
        end()
        last = null
      }
      verifyLink(link, last, add)
      last = link
    }
    count += rows.length
    if (rows.length < linksAtOnce) break
  }
  end()
  for (const chain of heads.keys())
    if (!seen.has(chain)) add({ kind: 'removed', entry_id: null, about: `all of chain ${chain}` })
  return count
}

function verifyLink(
  link: LinkRow,
  before: Pick<LinkRow, 'no' | 'hash' | 'entry_id'> | null,
  add: (found: Break) => void,
) {
  const { entry_id, no, place, content, text, is_there, is_replaced } = link
  const about = link.at && link.act ? `${link.at}, ${link.act}` : `${link.chain}/${no}`
  if (no !== (before?.no ?? 0) + 1)
    add({ kind: 'removed', entry_id: null, about: `before entry ${entry_id}, in chain ${link.chain}` })
  else if (!chained(before?.hash ?? Buffer.alloc(0), place, content).equals(link.hash))
    add({ kind: 'moved', entry_id, about })
  if (!is_there) add({ kind: 'removed', entry_id, about })
  else if (text === null ? !is_replaced : hashOf(text) !== content.toString('hex'))
    add({ kind: 'changed', entry_id, about })
}

const chained = (before: Buffer, place: string, content: Buffer): Buffer =>
  createHash('sha256').update(before).update(place).update(content).digest()

/** @returns how many have not left the machine */
async function verifyDigests(
  ctx: Ctx,
  outside: readonly Digest[],
  add: (kind: Break['kind'], about: string) => void,
): Promise<number> {
  const kept = await selectDigests(ctx)
  for (const { day, hash, text, heads } of kept) {
    if (hashOf(text) !== hash) add('digest-changed', day)
    for (const head of heads)
      if ((await selectHash(ctx, head)) !== head.hash) add('rewritten', `${day}, chain ${head.chain}`)
  }
  const hashes = new Map(kept.map(({ day, hash }) => [day, hash]))
  for (const { day, hash } of outside) if (hashes.get(day) !== hash) add('not-outside', day)
  return kept.filter(({ is_sent }) => !is_sent).length
}
