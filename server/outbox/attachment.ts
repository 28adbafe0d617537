import { buffer } from 'node:stream/consumers'
import { m } from '@eupnea/texts'
import { openFile, removeFile } from '../files/index.ts'
import { type Ctx, type CtxOrigin, withCtx } from '../platform/context.ts'
import { PortalError } from '../platform/errors.ts'
import type { FileStore } from '../platform/file-store.ts'
import { GatewayError } from '../platform/gateway-error.ts'
import { type DeliveryRow, isStillAttached } from './outbox.sql.ts'

/**
 * Reads a mail's attachment when the mail is sent, so that it survives restarts.
 * @throws GatewayError when it is gone for good: a mail never goes out without its attachment
 */
export async function readAttachment(
  origin: CtxOrigin,
  files: FileStore | undefined,
  { attachment_file_id: id, attachment_name: name }: DeliveryRow,
): Promise<{ name: string; content: Buffer } | null> {
  if (name === null) return null
  if (id === null || !files) throw gone()
  try {
    const file = await withCtx(origin, (ctx) => openFile(ctx, files, id))
    return { name, content: await buffer(await file.open()) }
  } catch (error) {
    throw error instanceof PortalError && error.status === 404 ? gone() : error
  }
}

/** Removes the file once no message needs it any more. */
export async function dropAttachment(ctx: Ctx, { attachment_file_id: id }: DeliveryRow): Promise<void> {
  if (id !== null && !(await isStillAttached(ctx, id))) await removeFile(ctx, id)
}

const gone = () => new GatewayError(m.outbox_attachment_gone(), { isFinal: true })
