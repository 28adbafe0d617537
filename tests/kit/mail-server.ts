import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** A mail server that takes everything. */
export interface MailServer {
  /** for SMTP_URL */
  readonly url: string
  /** what arrived, oldest first */
  readonly mails: readonly { readonly at: number; readonly to: string; readonly text: string }[]
  close(): Promise<void>
}

export async function startMailServer(): Promise<MailServer> {
  const mails: { at: number; to: string; text: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      text(stream).then((said) => {
        for (const { address } of session.envelope.rcptTo) mails.push({ at: Date.now(), to: address, text: said })
        done()
      }, done)
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mails,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
