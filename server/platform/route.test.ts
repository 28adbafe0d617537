import { listClinics } from '@eupnea/contract/clinics.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import type { Ctx, CtxOrigin } from './context.ts'
import { PortalError } from './errors.ts'
import { createLog } from './log.ts'
import { route } from './route.ts'

let portal: TestHttp

beforeAll(async () => {
  portal = await startTestHttp(() => [])
})
afterAll(() => portal.close())

it('a call that loses a deadlock is made again [AP-3]', async () => {
  const [first, second] = [await portal.createClinic(), await portal.createClinic()]
  const origin: CtxOrigin = {
    database: portal.database,
    actor: { type: 'job', name: 'test' },
    log: createLog('error'),
  }
  let tries = 0
  const meet = Promise.withResolvers<void>()
  /** Changes two clinics, once the other call has changed its first one too. */
  const calling = (ids: readonly string[], name: string) =>
    route(listClinics, async ({ ctx }: { ctx: Ctx }) => {
      const rename = (id: string) => ctx.db.updateTable('clinics').set({ name }).where('id', '=', id).execute()
      await rename(ids[0]!)
      if (++tries === 2) meet.resolve()
      await meet.promise
      await rename(ids[1]!)
      return { clinics: [], totalCount: 0 } as never
    })
  await Promise.all([
    calling([first, second], 'One').run(origin, {}),
    calling([second, first], 'Other').run(origin, {}),
  ])
  expect(tries).toBe(3)
  const names = await portal.owner.selectFrom('clinics').select('name').where('id', 'in', [first, second]).execute()
  expect(new Set(names.map(({ name }) => name)).size).toBe(1)
})

it('a call that finds what somebody deletes before it is used is made again, and learns that it is gone [AP-3]', async () => {
  const clinic_id = await portal.createClinic()
  const origin: CtxOrigin = {
    database: portal.database,
    actor: { type: 'job', name: 'test' },
    log: createLog('error'),
  }
  const { run } = route(listClinics, async ({ ctx }: { ctx: Ctx }) => {
    const found = await ctx.db.selectFrom('clinics').where('id', '=', clinic_id).select('id').executeTakeFirst()
    if (!found) throw new PortalError(404, 'gone', 'Gone')
    await portal.owner.deleteFrom('clinics').where('id', '=', clinic_id).execute()
    await ctx.db.insertInto('residents').values({ clinic_id, first_name: 'Ada', last_name: 'Byron' }).execute()
    return { clinics: [], totalCount: 0 } as never
  })
  await expect(run(origin, {})).rejects.toMatchObject({ status: 404 })
})
