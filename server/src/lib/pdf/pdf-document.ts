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

export const DEMO_WATERMARK = 'SYNTHETIC DEMO DATA';

/** A document in letter size. `watermark`: across every page. */
export async function pdfDocument(
  { title, madeAt, watermark = null }: { title: string; madeAt: Date; watermark?: string | null },
  write: (paper: Paper) => void,
): Promise<Buffer> {
  // Importing it takes a tenth of the time of importing the API, and most processes never write a document.
  const { default: PDFDocument } = await import('pdfkit');
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
  if (watermark !== null) {
    drawWatermark(pdf, watermark);
    pdf.on('pageAdded', () => drawWatermark(pdf, watermark));
  }
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

/** Across the page, behind its text. */
function drawWatermark(pdf: PDFKit.PDFDocument, text: string): void {
  const { x, y } = pdf;
  const { width, height } = pdf.page;
  pdf.save().rotate(-55, { origin: [width / 2, height / 2] });
  pdf.font('Helvetica-Bold').fontSize(54).fillColor('#000000', 0.07);
  pdf.text(text, width / 2 - pdf.widthOfString(text) / 2, height / 2 - 27, { lineBreak: false });
  pdf.restore().fillColor('black', 1);
  [pdf.x, pdf.y] = [x, y];
}
