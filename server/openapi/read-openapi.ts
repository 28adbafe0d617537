import { callsByNoun } from '@eupnea/contract/calls.ts'
import type { Json } from './describe-call.ts'
import { openapiDocument } from './openapi-document.ts'

/** The document of all calls of the contract. @param statuses answer status by call name, where it isn't 200 */
export function readOpenapi(statuses: ReadonlyMap<string, number>): () => Promise<Json> {
  let document: Json | undefined
  return async () => {
    document ??= openapiDocument(
      Object.entries(callsByNoun).flatMap(([noun, calls]) =>
        calls.map((call) => ({ noun, call, status: statuses.get(call.name) ?? 200 })),
      ),
    )
    return document
  }
}
