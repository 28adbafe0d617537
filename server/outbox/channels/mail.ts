import type { CtxOrigin } from '../../platform/context.ts'
import type { FileStore } from '../../platform/file-store.ts'
import type { Mailer } from '../../platform/mail.ts'
import { readAttachment } from '../attachment.ts'
import type { Channel } from './channel.ts'

/** @param files store of attachments; absent: no mail has one */
export const mailChannel = (mailer: Mailer, origin: CtxOrigin, files?: FileStore): Channel => ({
  async send(delivery) {
    const attachment = await readAttachment(origin, files, delivery)
    const { id, recipient: to, subject, body } = delivery
    await mailer.send({ id, to, subject, text: body ?? '', ...(attachment && { attachment }) })
  },
  close: () => mailer.close(),
})
