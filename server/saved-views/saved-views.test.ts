import { createSavedView, deleteSavedView, listSavedViews, renameSavedView } from '@eupnea/contract/saved-views.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type SignedInClient, startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { untilWaiting } from '../../tests/kit/waiting.ts'
import { withCtx } from '../platform/context.ts'
import { createLog } from '../platform/log.ts'
import { savedViewRoutes } from './index.ts'

let portal: TestHttp
let nurse: SignedInClient
let colleague: SignedInClient
let admin: SignedInClient

beforeAll(async () => {
  portal = await startTestHttp(savedViewRoutes)
  const clinicIds = [await portal.createClinic()]
  nurse = await portal.asUser({ groups: ['clinic'], clinicIds })
  colleague = await portal.asUser({ groups: ['clinic'], clinicIds })
  admin = await portal.asUser()
})
afterAll(() => portal.close())

const views = async (who: SignedInClient, list = 'residents') =>
  (await who.call(listSavedViews, { list })).items.map(({ name, query, hidden_columns }) => ({
    name,
    query,
    hidden_columns,
  }))

it('signs out whoever is deleted at the same moment, instead of failing [ID-8] [EA-2]', async () => {
  const leaver = await portal.asUser({ groups: ['clinic'] })
  const asked = await portal.owner.transaction().execute(async (db) => {
    await db.deleteFrom('users').where('id', '=', leaver.userId).execute()
    const answer = leaver.refused(createSavedView, { list: 'residents', name: 'Mine' })
    await untilWaiting(portal.owner, answer)
    return { answer }
  })
  expect((await asked.answer).status).toBe(401)
})

it('keeps a list as somebody wants to see it, with its columns, by name [EA-2]', async () => {
  const view = { query: 'floor=2&sort=room&order=desc', hidden_columns: ['flag', 'admission'] }
  await nurse.call(createSavedView, { list: 'residents', name: 'Upstairs', ...view })
  await nurse.call(createSavedView, { list: 'residents', name: 'all of them' })
  await nurse.call(createSavedView, { list: 'users', name: 'Upstairs', query: 'status=1' })
  expect(await views(nurse)).toEqual([
    { name: 'all of them', query: '', hidden_columns: [] },
    { name: 'Upstairs', ...view },
  ])
  expect(await views(nurse, 'users')).toEqual([{ name: 'Upstairs', query: 'status=1', hidden_columns: [] }])
})

it('refuses a name that the list has already, beside the field [EA-2]', async () => {
  const { saved_view_id } = await nurse.call(createSavedView, { list: 'rooms', name: 'Empty' })
  await nurse.call(createSavedView, { list: 'rooms', name: 'Lost' })
  for (const answer of [
    await nurse.refused(createSavedView, { list: 'rooms', name: 'Lost' }),
    await nurse.refused(renameSavedView, { saved_view_id, name: 'Lost' }),
  ])
    expect([answer.status, answer.body]).toMatchObject([409, { code: 'saved_view_name_taken', field: 'name' }])
  await nurse.call(renameSavedView, { saved_view_id, name: 'Empty' })
  await nurse.call(renameSavedView, { saved_view_id, name: 'Free beds' })
  expect((await views(nurse, 'rooms')).map(({ name }) => name)).toEqual(['Free beds', 'Lost'])
})

it('shows, renames and deletes nobody else’s view, an administrator’s neither [EA-2]', async () => {
  const { saved_view_id } = await nurse.call(createSavedView, { list: 'notes', name: 'Mine' })
  for (const other of [colleague, admin]) {
    expect(await views(other, 'notes')).toEqual([])
    expect((await other.refused(renameSavedView, { saved_view_id, name: 'Theirs' })).status).toBe(404)
    expect((await other.refused(deleteSavedView, { saved_view_id })).status).toBe(404)
  }
  expect((await views(nurse, 'notes')).map(({ name }) => name)).toEqual(['Mine'])
  await nurse.call(deleteSavedView, { saved_view_id })
  expect(await views(nurse, 'notes')).toEqual([])
})

it('keeps fifty views of a list, and says so at the next [EA-2]', async () => {
  for (let no = 0; no < 50; no++) await colleague.call(createSavedView, { list: 'audit', name: `View ${no}` })
  const answer = await colleague.refused(createSavedView, { list: 'audit', name: 'One more' })
  expect([answer.status, answer.body]).toMatchObject([409, { code: 'too_many_saved_views' }])
})

it('is seen by its person alone in the database too, and gone with them [EA-2]', async () => {
  const leaver = await portal.asUser()
  await leaver.call(createSavedView, { list: 'users', name: 'Leaving' })
  const seenBy = async (id: string) => {
    const actor = { type: 'user', id, clinicIds: [], role: 'Clinic', isAdminFeature: false } as never
    const origin = { database: portal.databases.requests, log: createLog('silent'), actor }
    const seen = await withCtx(origin, ({ db }) => db.selectFrom('saved_views').select('user_id').distinct().execute())
    return seen.map(({ user_id }) => user_id)
  }
  expect(await seenBy(leaver.userId)).toEqual([leaver.userId])
  expect(await seenBy(nurse.userId)).toEqual([nurse.userId])
  await portal.owner.deleteFrom('users').where('id', '=', leaver.userId).execute()
  const left = portal.owner.selectFrom('saved_views').select('id').where('user_id', '=', leaver.userId)
  expect(await left.execute()).toEqual([])
})
