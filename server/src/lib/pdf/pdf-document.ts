import PDFDocument from 'pdfkit';

const MARGIN = 54;
const QUIET = '#5b6761';

/** The standard fonts have Western European letters only. */
const printable = (text: string) => text.replace(/[^\n\x20-\x7e\xa0-\xff]/g, '?');

/** What a summary on paper is written with. Texts may have any characters. */
export type Paper = {
  heading(text: string): void;
  title(text: string): void;
  line(text: string): void;
  quietLine(text: string): void;
  fact(name: string, value: string): void;
  /** Whether this many lines of text fit below what is written, on the same page. */
  hasRoomFor(lines: number): boolean;
};

const LINE_HEIGHT = 11;

/** A document in letter size. */
export async function pdfDocument(
  { title, madeAt }: { title: string; madeAt: Date },
  write: (paper: Paper) => void,
): Promise<Buffer> {
  const pdf = new PDFDocument({
    size: 'LETTER',
    margin: MARGIN,
    info: { Title: printable(title), Creator: 'Milepost', CreationDate: madeAt },
  });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    pdf.on('end', resolve);
    pdf.on('error', reject);
  });
  const line = (text: string, color: string) =>
    pdf.font('Helvetica').fontSize(9).fillColor(color).text(printable(text));
  write({
    heading: (text) =>
      pdf.font('Helvetica-Bold').fontSize(18).fillColor('black').text(printable(text)).moveDown(0.4),
    title: (text) =>
      pdf
        .moveDown(1)
        .font('Helvetica-Bold')
        .fontSize(12)
        .fillColor('black')
        .text(printable(text))
        .moveDown(0.3),
    line: (text) => line(text, 'black'),
    quietLine: (text) => line(text, QUIET),
    fact: (name, value) => {
      pdf.font('Helvetica').fontSize(10).fillColor(QUIET).text(`${name}: `, { continued: true });
      pdf.fillColor('black').text(printable(value));
    },
    hasRoomFor: (lines) => pdf.y + lines * LINE_HEIGHT < pdf.page.height - MARGIN,
  });
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}
