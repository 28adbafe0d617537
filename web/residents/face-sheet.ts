/** Address of a resident's saved face sheet (RE-2). */
export const faceSheetUrl = (patient_id: string): string =>
  `/api/residents/${encodeURIComponent(patient_id)}/face-sheet`
