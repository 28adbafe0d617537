import { z } from 'zod'
import { access } from './access.ts'
import { call } from './call.ts'

/** The interface described by itself (AP-1). Names calls and fields, no data; still nobody's but those who sign in. */
export const readOpenapi = call({
  name: 'readOpenapi',
  method: 'GET',
  path: '/openapi.json',
  access: access.signedIn,
  summary: 'OpenAPI 3.1 document of every call, generated from their declarations',
  input: z.object({}),
  output: z.record(z.string(), z.unknown()),
})

export const openapiCalls = [readOpenapi]
