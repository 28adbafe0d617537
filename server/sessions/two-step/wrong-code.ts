import { m } from '@eupnea/texts'
import { PortalError } from '../../platform/errors.ts'

/** Within a session, where a 401 would mean that it has ended; `charging` counts it. */
export const wrongCode = () => new PortalError(422, 'wrong_code', m.two_step_code_wrong(), { field: 'code' })
