import type { Readable } from 'node:stream'
import { m } from '@eupnea/texts'
import { connectionFailure, GatewayError } from './gateway-error.ts'
import { isThisMachine } from './reachable.ts'

interface Mail {
  /** the same for each attempt, so that a mail accepted twice can be recognised */
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly attachment?: { readonly name: string; readonly content: Buffer }
}

export interface Mailer {
  /** @throws GatewayError when the server did not accept it */
  send(mail: Mail): Promise<void>
  /** Cuts off mails that are still being sent. */
  close(): void
}

/** No out-of-office reply is to answer the portal (RFC 3834). */
const headers = { 'Auto-Submitted': 'auto-generated' }

/** Upper limit for one mail, ms, whatever the server does. */
const longestMs = 1_800_000

/**
 * Mail by SMTP. Its library is loaded only where there is a server, but then at once: the mail that says that a disk is
 * lost can't wait for a file.
 * @param url smtp://user:password@host:587 or smtps://…; a password is sent only encrypted, except on this machine or
 *   with ?requireTLS=false
 * @param from as in `Eupnea <portal@house.example>`
 */
export function createMailer(url: string, from: string): Mailer {
  const { hostname, username } = new URL(url)
  const options = {
    url,
    // Whoever can hide the server's STARTTLS would otherwise read the password, and every code that is mailed.
    requireTLS: username !== '' && !isThisMachine(hostname),
    pool: true,
    // Enough for every mail that the outbox sends at the same time, including those that still wait for an answer, so
    // that a code never waits behind notifications.
    maxConnections: 24,
    // Firewalls and load balancers forget connections that say nothing for some minutes, without telling either side.
    idleTimeout: 60_000,
    connectionTimeout: 120_000,
    greetingTimeout: 60_000,
    // A server may inspect a mail for 10 minutes before accepting it (RFC 5321, section 4.5.3.2); giving up earlier
    // would send it again.
    socketTimeout: 600_000,
  }
  /** what is or was given to the server, by Message-ID */
  const texts = new Map<string, Readable>()
  const transport = import('nodemailer').then(({ createTransport }) => {
    const opened = createTransport(options)
    opened.use('stream', ({ data, message }, done) => {
      message.processFunc((written) => {
        texts.set(data.messageId!, written)
        return written
      })
      done()
    })
    return opened
  })
  transport.catch(() => {})
  const domain = /@([^>\s]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
  return {
    async send({ id, to, subject, text, attachment }) {
      const attachments = attachment && [{ filename: attachment.name, content: attachment.content }]
      const messageId = `<${id}@${domain}>`
      try {
        const signal = AbortSignal.timeout(longestMs)
        const opened = await transport
        await opened.sendMail({ from, to, subject, text, attachments, messageId, headers, signal })
      } catch (error) {
        const { responseCode } = error as SmtpError
        throw new GatewayError(reasonOf(error as SmtpError), {
          isFinal: isOfMessage(error as SmtpError) && responseCode !== undefined && isLastWord(responseCode),
          // The text is read once the server has asked for it (354).
          isUnclear: responseCode === undefined && texts.get(messageId)?.readableDidRead === true,
        })
      } finally {
        texts.delete(messageId)
      }
    },
    close: () => void transport.then((opened) => opened.close({ force: true })).catch(() => {}),
  }
}

interface SmtpError extends Error {
  readonly code?: string
  /** the system's or OpenSSL's, where the library has put its own instead */
  readonly originalCode?: string
  readonly command?: string
  readonly responseCode?: number
}

function reasonOf({ originalCode, command, responseCode, message }: SmtpError): string {
  if (originalCode !== undefined) return connectionFailure({ code: originalCode, message })
  if (command === 'STARTTLS' && responseCode !== undefined) return m.outbox_mail_encryption_missing()
  return message
}

/**
 * Whether the receiver or content was refused. A refused sign-in or sender affects all mails until it is configured
 * correctly.
 */
const isOfMessage = ({ code, command }: SmtpError): boolean =>
  code === 'EMESSAGE' || (code === 'EENVELOPE' && command !== 'MAIL FROM')

/** Whether a 5xx is final. 503 (bad sequence of commands) and 530 (sign-in required) concern the session. */
const isLastWord = (responseCode: number): boolean => responseCode >= 500 && ![503, 530].includes(responseCode)
