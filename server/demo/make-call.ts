import type { Call } from '@eupnea/contract/call.ts'
import type { z } from 'zod'
import type { Ctx } from '../platform/context.ts'
import type { Route } from '../platform/route.ts'

/** Runs a call of the contract within the transaction of `ctx`, as if it had come from outside. */
export async function makeCall<I extends z.ZodObject, O extends z.ZodType>(
  ctx: Ctx,
  routes: readonly Route[],
  call: Call<I, O>,
  input: z.input<I>,
): Promise<z.output<O>> {
  const found = routes.find((route) => route.call.name === call.name)
  if (!found?.verb) throw new Error(`No route makes ${call.name}`)
  return call.output.parse(await found.verb({ ctx, input: call.input.parse(input) }))
}
