import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import { closeServer } from './close-server.ts'

/** An identity provider that nobody here wrote (`oidc-provider`), for people that a test makes up. */

interface DirectoryAccount {
  readonly email?: string
  readonly email_verified?: boolean
  readonly given_name?: string
  readonly family_name?: string
  readonly groups?: readonly string[] | undefined
}

export interface OidcProvider {
  readonly issuer: string
  /** for the portal's environment */
  readonly env: Readonly<Record<string, string>>
  /** people by subject, whom any password signs in */
  readonly people: Map<string, DirectoryAccount>
  /** Signs in without a browser, as somebody would in the provider's own pages. */
  visit(url: string, subject: string): Promise<Visit>
  close(): Promise<void>
}

interface Visit {
  /** the query of the address that the provider sent the browser back to */
  readonly answer: string
  /** The answer to another address, in the same browser. */
  again(url: string): Promise<string>
  /** signs out at the provider, which tells the portal */
  signOut(): Promise<void>
}

const clientId = 'eupnea'
const secret = 'the secret of the tests, long enough'

/** @param portal the portal's address */
export async function startOidcProvider(portal: string): Promise<OidcProvider> {
  const people = new Map<string, DirectoryAccount>()
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: secret,
        redirect_uris: [`${portal}/user/directory`],
        post_logout_redirect_uris: [`${portal}/user/login`],
        backchannel_logout_uri: `${portal}/api/directory/logout`,
        backchannel_logout_session_required: true,
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    cookies: { keys: ['of the tests'] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name'],
      groups: ['groups'],
    },
    scopes: ['openid', 'profile', 'email', 'groups'],
    pkce: { required: () => true },
    features: { devInteractions: { enabled: true }, backchannelLogout: { enabled: true } },
    // Its own refuses addresses of this machine.
    fetch: (url, options) => fetch(url, { ...options, dispatcher: undefined } as RequestInit),
    findAccount: (_ctx, subject) => {
      const account = people.get(subject)
      return account && { accountId: subject, claims: async () => ({ sub: subject, ...account }) as { sub: string } }
    },
  })
  server.on('request', provider.callback())
  return {
    issuer,
    people,
    env: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: secret,
      OIDC_SCOPES: 'openid profile email groups',
      OIDC_NAME: 'Maple ID',
    },
    visit: (url, subject) => visit({ issuer, portal }, url, subject),
    close: () => closeServer(server),
  }
}

/** Goes through the provider's pages with its cookies, pressing the button of each form. */
async function visit(
  { issuer, portal }: { readonly issuer: string; readonly portal: string },
  url: string,
  subject: string,
): Promise<Visit> {
  const cookies = new Map<string, string>()
  const ask = async (address: string, form?: URLSearchParams): Promise<Response> => {
    const answer = await fetch(new URL(address, issuer), {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { body: form }),
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [name, value] = cookie.split(';')[0]!.split('=') as [string, string]
      if (value) cookies.set(name, value)
      else cookies.delete(name)
    }
    return answer
  }
  const walk = async (address: string, fill: Record<string, string>): Promise<string> => {
    let answer = await ask(address)
    for (let step = 0; step < 12; step++) {
      const location = answer.headers.get('location')
      if (location?.startsWith(portal)) return location
      if (location) {
        answer = await ask(location)
        continue
      }
      const page = await answer.text()
      const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1]
      if (!action) throw new Error(`the provider shows ${answer.status}: ${page.slice(0, 300)}`)
      const hidden = [...page.matchAll(/<input[^>]*name="(\w+)"[^>]*value="([^"]*)"/g)].map(([, name, value]) => [
        name!,
        value!,
      ])
      answer = await ask(action, new URLSearchParams({ ...Object.fromEntries(hidden), ...fill }))
    }
    throw new Error('the provider never came back')
  }
  const again = async (address: string) =>
    new URL(await walk(address, { login: subject, password: 'any' })).search.slice(1)
  return {
    answer: await again(url),
    again,
    async signOut() {
      const end = `${issuer}/session/end?client_id=${clientId}&post_logout_redirect_uri=${encodeURIComponent(`${portal}/user/login`)}`
      await walk(end, { logout: 'yes' })
    },
  }
}
