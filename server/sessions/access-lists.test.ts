import { groups } from '@eupnea/contract/access.ts'
import { calls } from '@eupnea/contract/calls.ts'
import { getAllApis, getAllApisOfRole } from '@eupnea/contract/sessions.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { sessionRoutes } from './index.ts'

let portal: TestHttp
beforeAll(async () => {
  portal = await startTestHttp(sessionRoutes)
})
afterAll(() => portal.close())

const entry = (name: string, items: readonly { name: string }[]) => items.find((item) => item.name === name)

it('lists every call with the groups that may make it [AP-2]', async () => {
  const { items } = await (await portal.asUser()).call(getAllApis, {})
  expect(items.map(({ name }) => name)).toEqual(calls.map(({ name }) => name))
  expect(entry('signIn', items)).toMatchObject({ method: 'POST', path: '/api/auth/sign-in', groups })
  expect(entry('createUser', items)).toMatchObject({ groups: ['sa', 'superadmin-feature'] })
  expect(entry('getAllApis', items)).toMatchObject({ groups })
  expect(entry('readTwoStepRoles', items)).toMatchObject({ groups: ['sa', 'superadmin-feature'] })
})

it('lists the calls of a group: those that a user of it is let make [AP-2]', async () => {
  const superadmin = await portal.asUser()
  const { items: all } = await superadmin.call(getAllApis, {})
  for (const group of groups) {
    const answer = await superadmin.call(getAllApisOfRole, { group })
    const own = all.filter((api) => api.groups.includes(group)).map(({ groups: _, ...api }) => api)
    expect(answer).toEqual({ group, items: own })
    const user = await portal.asUser({ groups: [group] })
    expect((await user.call(getAllApis, {})).items).toEqual(all)
    expect(await user.call(getAllApisOfRole, { group })).toEqual(answer)
  }
  expect((await superadmin.refused(getAllApisOfRole, { group: 'made-up' })).status).toBe(422)
})
