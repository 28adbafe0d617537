import { m } from '@eupnea/texts'
import { z } from 'zod'
import { access } from './access.ts'
import { call } from './call.ts'

/** The OpenAPI document (AP-1). It names calls and fields and holds no data, but is still for signed-in users only. */
export const readOpenapi = call({
  name: 'readOpenapi',
  method: 'GET',
  path: '/openapi.json',
  access: access.signedIn,
  summary: m.openapi_read_call(),
  input: z.object({}),
  output: z.record(z.string(), z.unknown()),
})

export const openapiCalls = [readOpenapi]
