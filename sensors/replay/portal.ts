import { type Call, type CallArguments, type CallOutput, errorAnswer, pathNames } from '@eupnea/contract/call.ts'
import { signIn, signOut } from '@eupnea/contract/sessions.ts'

/** The portal's HTTP interface for a program, signed in, with the contract's calls. */
export interface Portal {
  /** @throws Error with the portal's answer */
  call<C extends Call>(declaration: C, input: CallArguments<C>): Promise<CallOutput<C>>
  signOut(): Promise<void>
}

/**
 * @param http the portal's address, such as http://127.0.0.1:8080
 * @throws Error when the sign-in fails
 */
export async function signInToPortal(http: string, email: string, password: string): Promise<Portal> {
  const { status, ...answer } = await request(http, null, signIn, { email, password })
  if (!('token' in answer))
    throw new Error(`${email} cannot sign in from a program (${status}); play into one device with --device and --key`)
  return {
    call: (declaration, input) => request(http, answer.token, declaration, input),
    signOut: async () => void (await request(http, answer.token, signOut, {})),
  }
}

async function request<C extends Call>(
  http: string,
  token: string | null,
  { method, path, output }: C,
  input: CallArguments<C>,
): Promise<CallOutput<C>> {
  const rest = new Map(Object.entries(input as Record<string, unknown>).filter(([, value]) => value !== undefined))
  let filled = path
  for (const name of pathNames(path)) {
    filled = filled.replace(`{${name}}`, encodeURIComponent(String(rest.get(name))))
    rest.delete(name)
  }
  const url = new URL(`/api${filled}`, http)
  const inQuery = method === 'GET' || method === 'DELETE'
  if (inQuery) for (const [name, value] of rest) url.searchParams.set(name, String(value))
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(!inQuery && { 'content-type': 'application/json' }),
  }
  const body = inQuery ? undefined : JSON.stringify(Object.fromEntries(rest))

  const response = await fetch(url, { method, headers, body }).catch((error: Error) => {
    throw new Error(
      `The portal at ${http} does not answer: ${(error.cause as Error | undefined)?.message ?? error.message}`,
    )
  })
  const answer: unknown = await response.json().catch(() => null)
  if (!response.ok) {
    const { data } = errorAnswer.safeParse(answer)
    throw new Error(`${method} ${url.pathname}: ${response.status} ${data?.message ?? response.statusText}`)
  }
  const parsed = output.safeParse(answer)
  if (!parsed.success)
    throw new Error(`${method} ${url.pathname}: the answer is not as declared: ${parsed.error.message}`)
  return parsed.data as CallOutput<C>
}
