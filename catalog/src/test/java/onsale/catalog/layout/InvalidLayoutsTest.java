package onsale.catalog.layout;

import static org.assertj.core.api.Assertions.assertThat;

import onsale.catalog.layout.LayoutReader.Reading;
import onsale.platform.problem.FieldProblem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Of an invalid layout the organiser learns which field is wrong, and why. */
class InvalidLayoutsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{} | layout | has no seat and no standing zone",
                "{'rows':['A'],'seatsPerRow':2,'gradeMapping':{'A':'R'},'zones':[]} | layout"
                        + " | is either rows, seatsPerRow and gradeMapping, or sections and zones",
                "{'rows':[],'seatsPerRow':2,'gradeMapping':{}} | layout.rows | must have 1 to 500 rows",
                "{'rows':['A'],'gradeMapping':{'A':'R'}} | layout.seatsPerRow | is missing",
                "{'rows':['A'],'seatsPerRow':0,'gradeMapping':{'A':'R'}} | layout.seatsPerRow"
                        + " | is 0 but must be from 1 to 1000",
                "{'rows':['A','B'],'seatsPerRow':2,'gradeMapping':{'A':'R'}} | layout.gradeMapping.B"
                        + " | is missing (row B)",
                "{'rows':['A'],'seatsPerRow':2,'gradeMapping':{'A':'R','Z':'R'}}"
                        + " | layout.gradeMapping.Z | names a row that is not in rows",
                "{'rows':['A','A'],'seatsPerRow':2,'gradeMapping':{'A':'R'}} | layout.rows[1]"
                        + " | is row A again, like layout.rows[0]",
                "{'rows':[null],'seatsPerRow':2,'gradeMapping':{}} | layout.rows[0] | is missing",
                "{'sections':[null]} | layout.sections[0] | is empty",
                "{'sections':[{'sectionId':'B','rows':[#}]}]} | layout.sections[0].floor | is missing",
                "{'sections':[{'floor':'1층','rows':[#}]}]} | layout.sections[0].sectionId"
                        + " | is missing (floor 1층)",
                "{'sections':[{'floor':'1층','sectionId':'B','rows':[]}]} | layout.sections[0].rows"
                        + " | must have 1 to 500 rows (floor 1층, section B)",
                "{'sections':[{'floor':'1층','sectionId':'B','rows':[null]}]}"
                        + " | layout.sections[0].rows[0] | is empty (floor 1층, section B)",
                "{'sections':[{'floor':'1층','sectionId':'B','rows':[#}]},"
                        + "{'floor':'1층','sectionId':'B','rows':[#}]}]} | layout.sections[1]"
                        + " | is section B of floor 1층 again, like layout.sections[0]",
                "[{'grade':'R','length':3}] | layout.sections[0].rows[0].rowId"
                        + " | is missing (floor 1층, section B)",
                "[{'rowId':'1','length':3}] | layout.sections[0].rows[0].grade"
                        + " | is missing (floor 1층, section B, row 1)",
                "[{'rowId':'OP','grade':'OP'}] | layout.sections[0].rows[0]"
                        + " | needs length or seats (floor 1층, section B, row OP)",
                "[#},#}] | layout.sections[0].rows[1]"
                        + " | is row 1 again, like layout.sections[0].rows[0]",
                "[{'rowId':'OP','grade':'OP','length':-1}] | layout.sections[0].rows[0].length"
                        + " | is -1 but must be from 1 to 1000 (floor 1층, section B, row OP)",
                "[{'rowId':'1','grade':'R','length':1001}] | layout.sections[0].rows[0].length"
                        + " | is 1001 but must be from 1 to 1000 (floor 1층, section B, row 1)",
                "[#,'firstNumber':0}] | layout.sections[0].rows[0].firstNumber"
                        + " | is 0 but must be from 1 to 99999 (floor 1층, section B, row 1)",
                "[#,'firstNumber':99998}] | layout.sections[0].rows[0].firstNumber"
                        + " | leads to the number 100000, which is not from 1 to 99999 (floor 1층, section B, row 1)",
                "[#,'step':0}] | layout.sections[0].rows[0].step"
                        + " | must be from 1 to 10, or from -10 to -1 (floor 1층, section B, row 1)",
                "[#,'step':-2147483648}] | layout.sections[0].rows[0].step"
                        + " | must be from 1 to 10, or from -10 to -1 (floor 1층, section B, row 1)",
                "[#,'firstNumber':2,'step':-1}] | layout.sections[0].rows[0].step"
                        + " | leads to the number 0, which is not from 1 to 99999 (floor 1층, section B, row 1)",
                "[#,'gaps':[4]}] | layout.sections[0].rows[0].gaps[0]"
                        + " | is 4, which is no number of this row (floor 1층, section B, row 1)",
                "[#,'gaps':[2,2]}] | layout.sections[0].rows[0].gaps[1]"
                        + " | is 2 again (floor 1층, section B, row 1)",
                "[#,'gaps':[1,2,3]}] | layout.sections[0].rows[0].gaps"
                        + " | leave no seat (floor 1층, section B, row 1)",
                "[#,'gaps':[2],'accessible':[2]}] | layout.sections[0].rows[0].accessible[0]"
                        + " | is 2, which is no number of this row (floor 1층, section B, row 1)",
                "[#,'viewRestricted':[null]}] | layout.sections[0].rows[0].viewRestricted[0]"
                        + " | is null, which is no number of this row (floor 1층, section B, row 1)",
                "[#,'x':1e9}] | layout.sections[0].rows[0].x | must be from -100000 to 100000",
                "[#,'seats':[{'seatNumber':1}]}] | layout.sections[0].rows[0].length"
                        + " | is 3 but there are 1 seats (floor 1층, section B, row 1)",
                "[{'rowId':'1','grade':'R','seats':[]}] | layout.sections[0].rows[0].seats"
                        + " | must have 1 to 1000 seats (floor 1층, section B, row 1)",
                "[{'rowId':'1','grade':'R','seats':[{'seatNumber':1},{'seatNumber':'1'}]}]"
                        + " | layout.sections[0].rows[0].seats[1]"
                        + " | is seat 1 again, like layout.sections[0].rows[0].seats[0]",
                "[{'rowId':'1','grade':'R','seats':[{'grade':'R'}]}]"
                        + " | layout.sections[0].rows[0].seats[0].seatNumber"
                        + " | is missing (floor 1층, section B, row 1)",
                "[{'rowId':'1','seats':[{'seatNumber':7}]}]"
                        + " | layout.sections[0].rows[0].seats[0].grade"
                        + " | is missing (floor 1층, section B, row 1)",
                "[{'rowId':'1','grade':'R','gaps':[1],'seats':[{'seatNumber':7}]}]"
                        + " | layout.sections[0].rows[0].gaps"
                        + " | cannot stand beside seats: say it at each seat (floor 1층, section B, row 1)",
                "[{'rowId':' 1','grade':'R','length':1}] | layout.sections[0].rows[0].rowId"
                        + " | begins or ends with a space (floor 1층, section B)",
                "[{'rowId':'a\\u001fb','grade':'R','length':1}] | layout.sections[0].rows[0].rowId"
                        + " | has characters that are not text (floor 1층, section B)",
                "[{'rowId':'123456789012345678901','grade':'R','length':1}]"
                        + " | layout.sections[0].rows[0].rowId"
                        + " | has more than 20 characters (floor 1층, section B)",
                "{'zones':[{'floor':'1층','zoneId':'ST','grade':'ST'}]} | layout.zones[0].capacity"
                        + " | is missing (zone ST)",
                "{'zones':[{'floor':'1층','zoneId':'ST','grade':'ST','capacity':0}]}"
                        + " | layout.zones[0].capacity | is 0 but must be from 1 to 100000 (zone ST)",
                "{'zones':[{'floor':'1층','zoneId':'ST','capacity':5}]} | layout.zones[0].grade"
                        + " | is missing (zone ST)",
                "{'zones':[{'floor':'1층','zoneId':'ST','grade':'ST','capacity':5},"
                        + "{'floor':'2층','zoneId':'ST','grade':'ST','capacity':5}]}"
                        + " | layout.zones[1] | is zone ST again, like layout.zones[0]",
                "{'zones':[{'floor':'1층','zoneId':'A','grade':'ST','capacity':60000},"
                        + "{'floor':'1층','zoneId':'B','grade':'ST','capacity':60000}]}"
                        + " | layout | has more than 100,000 seats",
                "+{'2층':{}} | layout | -",
                "+{'2층':{'B':{'min':1,'max':3,'centerType':'high'}}}"
                        + " | layout.sectionConfig.2층.B | names a section that is not there",
                "+{'1층':{'B':{'min':4,'max':3,'centerType':'high'}}}"
                        + " | layout.sectionConfig.1층.B.min | is more than max",
                "+{'1층':{'B':{'min':1,'max':3,'centerType':'left'}}}"
                        + " | layout.sectionConfig.1층.B.centerType | must be high, low or middle",
                "+{'1층':{'B':{'min':1,'max':3,'centerType':'middle','idealCenter':9}}}"
                        + " | layout.sectionConfig.1층.B.idealCenter | must be from min to max",
                "+{'1층':{'B':{'min':1,'max':3,'centerType':'middle','idealRange':{'start':3,'end':2}}}}"
                        + " | layout.sectionConfig.1층.B.idealRange.start | is more than end",
                "+{'1층':{'B':{'min':1,'max':3,'centerType':'low','specialRows':{'OP':"
                        + "{'min':1,'max':3,'centerType':'low'}}}}}"
                        + " | layout.sectionConfig.1층.B.specialRows.OP | names a row that is not there",
            })
    void anInvalidLayoutIsReportedPrecisely(String layout, String field, String message) {
        Reading reading = LayoutReader.read(HallLayout.parse(LayoutJson.expand(layout)), "layout");

        if (message.equals("-")) {
            assertThat(reading).isInstanceOf(Reading.Planned.class);
        } else {
            assertThat(reading).isInstanceOf(Reading.Invalid.class);
            assertThat(((Reading.Invalid) reading).errors())
                    .contains(new FieldProblem(field, message));
        }
    }

    @Test
    void everythingWrongIsToldAtOnceButNotWithoutEnd() {
        String rows = "[{'rowId':'1','length':0},{'rowId':'2','length':0}]";
        assertThat(
                        ((Reading.Invalid)
                                        LayoutReader.read(
                                                HallLayout.parse(LayoutJson.expand(rows)),
                                                "layout"))
                                .errors())
                .hasSize(4);

        String many = "[" + "{},".repeat(400) + "{}]";
        assertThat(
                        ((Reading.Invalid)
                                        LayoutReader.read(
                                                HallLayout.parse(LayoutJson.expand(many)),
                                                "layout"))
                                .errors())
                .hasSize(LayoutErrors.ERRORS_MAX);
    }
}
