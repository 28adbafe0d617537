import { expect, it } from 'vitest'
import { scopesFor } from './smart-token.ts'

const version2 = 'system/Patient.rs system/Location.rs system/Encounter.rs'
const version1 = version2.replaceAll('.rs', '.read')

it('asks a server for what it announces, in its version of SMART [EH-4]', () => {
  for (const [announced, capabilities, asked] of [
    [undefined, undefined, version2],
    [[], ['permission-v1'], version1],
    [[], ['permission-v1', 'permission-v2'], version2],
    [['openid', 'user/*.cruds'], [], version2],
    [['system/*.rs'], [], version2],
    [['system/*.cruds', 'system/*.read'], [], version2],
    [['system/*.read'], [], version1],
    [['system/*.*'], [], version1],
    [['system/Patient.read', 'system/Location.write'], ['permission-v2'], 'system/Patient.read'],
    [['system/Patient.r', 'system/Patient.read'], [], 'system/Patient.read'],
    ['system/*.read', [], version2],
  ])
    expect(scopesFor(announced, capabilities), JSON.stringify(announced)).toBe(asked)
})
