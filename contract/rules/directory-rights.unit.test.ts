import { expect, it } from 'vitest'
import { judgeGroups, type RuledType, ruledTypes } from './directory-rights.ts'

const rule = (user_type: RuledType, clinic_ids: string[] = [], is_admin_feature = false) => ({
  ...{ id: user_type, group_name: user_type, user_type, is_admin_feature, clinic_ids },
})
const rightsBy = (...rules: ReturnType<typeof rule>[]) =>
  judgeGroups(
    rules,
    rules.map(({ group_name }) => group_name),
  ).rights

it('gives the strongest user type of several groups, in the order of the form [SI-1]', () => {
  const order = ['sa', 'vc-admin', 'clinic-web', 'cip_users', 'clinical-triage', 'clinic-app'] as const
  for (const [at, strongest] of order.entries()) {
    const weakerFirst = order.slice(at).toReversed()
    expect(rightsBy(...weakerFirst.map((type) => rule(type, ['a'])))?.user_type).toBe(strongest)
  }
  expect(ruledTypes).toEqual(order)
})

it('gives a Superadmin neither facilities nor the admin feature, which they have anyway [SI-1]', () => {
  expect(rightsBy(rule('sa'), rule('clinic-web', ['b', 'a'], true))).toEqual({
    ...{ user_type: 'sa', is_admin_feature: false, clinic_ids: [] },
  })
  expect(rightsBy(rule('clinic-web', ['b', 'a'], true))).toEqual({
    ...{ user_type: 'clinic-web', is_admin_feature: true, clinic_ids: ['a', 'b'] },
  })
})
