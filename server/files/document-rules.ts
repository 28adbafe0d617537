import { documentBytes, documentTypes } from '@eupnea/contract/rules/documents.ts'
import type { FileRules } from './receive-file.ts'

/** What is accepted as a document of a resident (FI-2). */
export const documentRules: FileRules = { types: documentTypes, maxBytes: documentBytes }
