import { m } from '@eupnea/texts'
import { z } from 'zod'
import { access } from './access.ts'
import { call } from './call.ts'
import { id, queryInteger } from './fields.ts'

/** How long a file link is valid, minutes. */
export const fileLinkMinutes = 15

export const openFileLink = call({
  name: 'openFileLink',
  method: 'GET',
  path: '/files/{file_id}',
  access: access.public,
  summary: m.file_open_link_call(),
  input: z.object({
    file_id: id,
    /** who the link was issued to */
    user: id,
    /** ms since the epoch */
    expires: queryInteger(0, 8_640_000_000_000_000),
    signature: z.string().max(100),
  }),
  output: z.unknown(),
  carries: 'download',
})

export const fileCalls = [openFileLink]
