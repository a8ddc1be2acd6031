export type Tone = 'briefly' | 'at length';
