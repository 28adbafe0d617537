import type { Call, CallArguments, CallOutput, ErrorAnswer } from '@eupnea/contract/call.ts'
import { m } from '@eupnea/texts'
import {
  type UseMutationOptions,
  type UseMutationResult,
  type UseQueryOptions,
  type UseQueryResult,
  useMutation,
  useQuery,
} from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { ApiError, notReached } from './api-error.ts'
import { createListeners } from './listeners.ts'
import { isProvedNow } from './proof.ts'
import { fetchAgain } from './query.ts'
import { keyFor, noteAnswered } from './sent-again.ts'
import { noteServerDate } from './time.ts'
import { untilGivenUp } from './unanswered.ts'
import { useWhileHere } from './while-here.ts'

export { ApiError, describeError, isRefused } from './api-error.ts'

const { subscribe, tell: sessionOver } = createListeners()
/** Called when the portal rejects the session. */
export const onSessionOver = subscribe

/** This page is a display's: no person makes its calls. */
interface AsDisplay {
  readonly token: string
  /** the portal rejects the token: the display was revoked */
  readonly onRevoked: () => void
}
let asDisplay: AsDisplay | null = null

/** From now on, the calls that a display may make are made with its token, not with a session (DI-1); null: no more. */
export function callAsDisplay(display: AsDisplay | null): void {
  asDisplay = display
}

const isOfDisplays = ({ access }: Call): boolean => access !== 'public' && access.roles.includes('Display')

interface CallOptions {
  readonly signal?: AbortSignal
  /** the body of a call whose `carries` is 'upload' */
  readonly file?: Blob
  /** omit: it is no call of whoever is signed in */
  readonly credentials?: RequestCredentials
}

/**
 * Makes one call of the contract with the session cookie. Names in the path are filled from `input`; the rest goes in
 * the query for GET and DELETE, as JSON for POST and PUT. Answers are taken as declared by the contract: the server has
 * already checked them, and schemas would cost every page 27 kB.
 * @throws ApiError if refused, failed or not reached
 */
export async function send<C extends Call>(
  call: C,
  input: CallArguments<C>,
  options: CallOptions = {},
): Promise<CallOutput<C>> {
  const { url, body } = requestOf(call, input)
  const what = `${call.name} ${body}`
  const ask = async (signal: AbortSignal | undefined) => {
    const response = await reach(call, url, {
      headers: {
        ...(body === undefined ? { accept: 'application/json' } : { 'content-type': 'application/json' }),
        ...(call.once && { 'idempotency-key': keyFor(what) }),
      },
      body: options.file ?? body,
      signal,
      ...(options.credentials && { credentials: options.credentials }),
    })
    return { status: response.status, answer: await readAnswer(response) }
  }
  try {
    // A file may take minutes, and fill the line meanwhile.
    const { status, answer } = await (options.file ? ask(options.signal) : untilGivenUp(options.signal, ask))
    // Only now: an answer that breaks off isn't one.
    if (call.once) noteAnswered(what, status)
    return answer as CallOutput<C>
  } catch (error) {
    if (call.once && error instanceof ApiError) noteAnswered(what, error.status)
    throw error
  }
}

/** @throws ApiError, unless the caller itself aborted it */
function lost(error: unknown): never {
  if (error instanceof DOMException && error.name === 'AbortError') throw error
  throw notReached()
}

/** @throws ApiError if refused, failed or not reached */
async function reach(call: Call, url: string, init: RequestInit): Promise<Response> {
  const { method, access } = call
  const display = isOfDisplays(call) ? asDisplay : null
  const headers = { ...init.headers, ...(display && { authorization: `bearer ${display.token}` }) }
  const sentAt = Date.now()
  const response = await fetch(url, { method, credentials: 'same-origin', ...init, headers }).catch(lost)
  noteServerDate(response.headers.get('date'), sentAt)
  if (response.ok) return response
  const answer = await readAnswer(response)
  if (await isProvedNow((answer as Partial<ErrorAnswer> | null)?.code)) return reach(call, url, init)
  if (response.status === 401 && access !== 'public') (display?.onRevoked ?? sessionOver)()
  throw new ApiError(response.status, answer ?? {})
}

/** A call's whole list as CSV, as a stream. @throws ApiError as `send` does */
export const sendForCsv = (call: Call, input: Record<string, unknown>, signal: AbortSignal): Promise<Response> =>
  reach(call, requestOf(call, input).url, { headers: { accept: 'text/csv' }, signal })

/** Address and body of a call. @throws Error if a name of the path is missing, which is a bug in the caller */
export function requestOf(call: Pick<Call, 'name' | 'method' | 'path' | 'carries'>, input: Record<string, unknown>) {
  const rest = { ...input }
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    const value = rest[name]
    if (value === undefined || value === null || value === '') throw new Error(`${call.name} needs ${name}`)
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  const isInQuery = call.method === 'GET' || call.method === 'DELETE' || call.carries === 'upload'
  if (!isInQuery) return { url: `/api${path}`, body: JSON.stringify(rest) }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(rest))
    if (value !== undefined && value !== null) query.set(name, String(value))
  const text = query.toString()
  return { url: `/api${path}${text ? `?${text}` : ''}`, body: undefined }
}

/** A proxy's error page isn't our answer: it must not end as a parse error on screen. */
async function readAnswer(response: Response): Promise<unknown> {
  const text = await response.text().catch(lost)
  if (text === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    if (response.ok) throw new ApiError(response.status, { message: m.common_failed() })
    return {}
  }
}

type CallQueryOptions<C extends Call, T> = Omit<UseQueryOptions<CallOutput<C>, Error, T>, 'queryKey' | 'queryFn'>

/** A call's answer, cached and shared under [call.name, input]. */
export const callQuery = <C extends Call>(call: C, input: CallArguments<C>) => ({
  queryKey: [call.name, input] as const,
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => send(call, input, { signal }),
})

export function useCall<C extends Call, T = CallOutput<C>>(
  call: C,
  input: CallArguments<C>,
  options: CallQueryOptions<C, T> = {},
): UseQueryResult<T, Error> {
  return useQuery<CallOutput<C>, Error, T>({
    ...options,
    ...callQuery(call, input),
  })
}

type SendOptions<C extends Call> = Omit<UseMutationOptions<CallOutput<C>, Error, CallArguments<C>>, 'mutationFn'> & {
  /** calls whose cached answers this one makes out of date */
  readonly invalidates?: readonly Pick<Call, 'name'>[]
  /** closes the dialog that it is sent from, once it is done */
  readonly onClose?: () => void
}

/**
 * A call that changes something; what it makes out of date is refetched before `onSuccess`. A second click while it is
 * under way joins the same call.
 */
export function useSend<C extends Call>(
  call: C,
  { invalidates = [], onClose, onSuccess, ...options }: SendOptions<C> = {},
): UseMutationResult<CallOutput<C>, Error, CallArguments<C>> {
  const close = useWhileHere(() => onClose?.())
  const mutation = useMutation<CallOutput<C>, Error, CallArguments<C>>({
    ...options,
    mutationFn: (input) => send(call, input),
    onSuccess: async (...arguments_) => {
      await fetchAgain(invalidates)
      await onSuccess?.(...arguments_)
      close()
    },
  })
  const underWay = useRef(new Map<string, Promise<CallOutput<C>>>())
  const start = mutation.mutateAsync
  const mutateAsync = useCallback<typeof start>(
    (...given) => {
      const what = JSON.stringify(given[0])
      const before = underWay.current.get(what)
      if (before) return before
      const sent = start(...given).finally(() => underWay.current.delete(what))
      underWay.current.set(what, sent)
      return sent
    },
    [start],
  )
  const mutate = useCallback<typeof mutation.mutate>(
    // Failures are reported by the callbacks and by `error`.
    (...given) => void mutateAsync(...given).catch(() => {}),
    [mutateAsync],
  )
  return { ...mutation, mutate, mutateAsync }
}
