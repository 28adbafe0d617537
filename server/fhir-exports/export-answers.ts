/** Where an export's state is; its files are below. */
export const addressOf = (baseUrl: () => string, id: string): string => `${baseUrl()}/api/fhir/exports/${id}`
