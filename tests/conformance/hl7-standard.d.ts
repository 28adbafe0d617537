declare module 'hl7-standard' {
  /** The part of it that is used here; it brings no types. */
  export default class HL7 {
    constructor(message: string)
    transform(): void
    get(field: string): unknown
    getSegments(name: string): readonly unknown[]
  }
}
