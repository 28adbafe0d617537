import { callsByNoun } from '@eupnea/contract/calls.ts'
import type { Json } from './describe-call.ts'
import { openapiDocument } from './openapi-document.ts'

/** The document of every call of the contract. @param statuses answer of each call by name, where it is not 200 */
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
