import { type AddressInfo, createServer, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { m } from '@eupnea/texts'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, expect, it, vi } from 'vitest'
import type { GatewayError } from './gateway-error.ts'
import { createMailer } from './mail.ts'

afterEach(() => vi.restoreAllMocks())

/** Sends one mail. @returns the server's error; null: it was accepted */
async function sendTo(
  options: SMTPServerOptions,
  urlOf = (port: number) => `smtp://portal:secret@127.0.0.1:${port}`,
): Promise<GatewayError | null> {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onAuth: (_auth, _session, done) => done(null, { user: 'portal' }),
    socketTimeout: 3_600_000,
    ...options,
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const mailer = createMailer(urlOf(port), 'Eupnea <portal@house.example>')
  const mail = { id: 'm1', to: 'nora@house.example', subject: 'Code', text: '123456' }
  const fault = await mailer.send(mail).then(
    () => null,
    (error: GatewayError) => error,
  )
  mailer.close()
  await new Promise<void>((resolve) => server.close(resolve))
  return fault
}

const refusal = (responseCode: number) => Object.assign(new Error('Refused'), { responseCode })
const ofReceiver = (code: number): SMTPServerOptions => ({ onRcptTo: (_to, _session, done) => done(refusal(code)) })
const ofSender = (code: number): SMTPServerOptions => ({ onMailFrom: (_from, _session, done) => done(refusal(code)) })
const ofContent = (code: number): SMTPServerOptions => ({
  onData(stream, _session, done) {
    stream.resume().on('end', () => done(refusal(code)))
  },
})
const ofSignIn: SMTPServerOptions = { onAuth: (_auth, _session, done) => done(refusal(535)) }
const ofConnection: SMTPServerOptions = { onConnect: (_session, done) => done(refusal(554)) }

it.each([
  ['receiver', ofReceiver(550), true],
  ['content', ofContent(554), true],
  ['receiver for now', ofReceiver(450), false],
  ['content for now', ofContent(451), false],
  ['connection', ofConnection, false],
  ['sign-in', ofSignIn, false],
  ['sender', ofSender(550), false],
  ['session that is not signed in', ofReceiver(530), false],
])('a refused %s ends a mail only where that mail is meant [AL-6]', async (_of, options, isFinal) => {
  expect(await sendTo(options)).toMatchObject({ isFinal, isUnclear: false })
})

it('a server may take minutes before it takes a mail [AL-6]', async () => {
  // Socket timeouts of a minute take 60 ms here.
  const { setTimeout: wait } = Socket.prototype
  vi.spyOn(Socket.prototype, 'setTimeout').mockImplementation(function (this: Socket, ms, ...rest) {
    return wait.call(this, ms / 1_000, ...rest)
  })
  const looksFor = (ms: number): SMTPServerOptions => ({
    onData(stream, _session, done) {
      stream.resume().on('end', () => void sleep(ms).then(() => done()))
    },
  })
  expect(await sendTo(looksFor(400))).toBeNull()
  expect(await sendTo(looksFor(1_500))).toMatchObject({ isFinal: false, isUnclear: true })
})

it('a password leaves this machine only encrypted, unless the operator says otherwise [AL-6]', async () => {
  const passwords: string[] = []
  const plain: SMTPServerOptions = {
    onAuth({ password }, _session, done) {
      passwords.push(password ?? '')
      done(null, { user: 'portal' })
    },
  }
  // Not known to be this machine.
  const elsewhere = (port: number) => `smtp://portal:secret@[::ffff:127.0.0.1]:${port}`
  const missing = m.outbox_mail_encryption_missing()
  expect(await sendTo(plain, elsewhere)).toMatchObject({ message: missing, isFinal: false, isUnclear: false })
  expect(passwords).toEqual([])
  expect(await sendTo(plain, (port) => `${elsewhere(port)}?requireTLS=false`)).toBeNull()
  expect(passwords).toEqual(['secret'])
})

it('says in words why a mail server was not reached, and that nothing was sent [AL-6]', async () => {
  const secure = (port: number) => `smtps://127.0.0.1:${port}`
  expect(await sendTo({}, secure)).toMatchObject({ message: m.outbox_tls_failed(), isUnclear: false })
  // Its own certificate, which has expired.
  const encrypts: SMTPServerOptions = { disabledCommands: [] }
  expect(await sendTo(encrypts)).toMatchObject({ message: m.outbox_certificate_expired(), isUnclear: false })
  const nowhere = () => 'smtp://127.0.0.1:1'
  expect(await sendTo({}, nowhere)).toMatchObject({ message: m.outbox_connection_refused(), isUnclear: false })
})

it.each([
  ['is asked for its name', 'EHLO', false],
  ['has heard the receiver', 'RCPT', false],
  ['is to take the text', 'DATA', false],
  ['has the text', 'From', true],
])(
  'a mail may have arrived only where its text was sent: a server that hangs up when it %s [AN-13]',
  async (_when, last, isUnclear) => {
    const answers: Record<string, string> = { EHLO: '250 Hello', MAIL: '250 Yes', RCPT: '250 Yes', DATA: '354 Go on' }
    const server = createServer((socket) => {
      socket.write('220 mail.example\r\n')
      socket
        .on('error', () => {})
        .on('data', (said) => {
          const answer = answers[`${said}`.slice(0, 4)]
          if (answer === undefined || `${said}`.startsWith(last)) socket.destroy()
          else socket.write(`${answer}\r\n`)
        })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    expect(await sendTo({}, () => `smtp://127.0.0.1:${port}`)).toMatchObject({ isFinal: false, isUnclear })
    server.close()
  },
)
