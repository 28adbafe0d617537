import { m } from '@eupnea/texts'
import { z } from 'zod'
import { access } from './access.ts'
import { call } from './call.ts'

/** The interface described by itself (AP-1). Names calls and fields, no data; still nobody's but those who sign in. */
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
